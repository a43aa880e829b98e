"""ct.solvers: every answer called OK solves the problem, or it has another status."""

import h5py
import numpy as np
import pytest
from scipy.sparse import csc_matrix

import catena as ct
from catena.codes import Status
from catena.errors import InputError
from catena.solvers.sweeps.groups import connected_groups, lcp_residual


def manufactured(rng, n, kind):
    """A problem with a known answer."""
    z = np.where(rng.random(n) < 0.5, rng.random(n) + 0.1, 0.0)
    w = np.where(z == 0.0, rng.random(n) + 0.1, 0.0)
    B = rng.standard_normal((n, n))
    if kind == "definite":
        M = B @ B.T / n + 0.1 * np.eye(n)
    elif kind == "p":
        skew = np.triu(B, 1)
        M = np.eye(n) + 0.5 * (skew - skew.T) + np.diag(rng.random(n))
    elif kind == "degenerate":
        M = B @ B.T / n + 0.1 * np.eye(n)
        w[rng.random(n) < 0.3] = 0.0
    else:
        scale = 10.0 ** rng.uniform(-6, 6, n)
        M = (B @ B.T / n + 0.1 * np.eye(n)) * np.outer(scale, scale)
        return M, scale * w - M @ (z / scale), z / scale
    return M, w - M @ z, z


@pytest.mark.parametrize("n", [5, 40])
@pytest.mark.parametrize("kind", ["definite", "p", "degenerate", "badly scaled"])
@pytest.mark.parametrize("method", ["auto", "active_set", "lemke", "sweeps"])
def test_manufactured_problems_are_solved_or_refused(n, kind, method):
    rng = np.random.default_rng(n)
    solved = 0
    for _ in range(3):
        M, q, z = manufactured(rng, n, kind)
        found = ct.solvers.lcp(M, q, method, 5000)
        if found.status is Status.OK:
            solved += 1
            scale = np.sqrt(np.diag(M))
            np.testing.assert_allclose(found.x * scale, z * scale, atol=1e-6)
            assert found.residual <= 1e-9
    assert method != "auto" or solved == 3


def test_sweeps_on_matrices_that_are_not_for_them_never_say_ok():
    """P-matrices without symmetry: the sweeps diverge on most of them."""
    rng, wrong = np.random.default_rng(1), 0
    for _ in range(60):
        B = rng.standard_normal((6, 6))
        M = B - B.T + np.diag(rng.random(6) + 0.01)
        q = rng.standard_normal(6)
        found = ct.solvers.lcp(M, q, "sweeps", 500)
        if found.status is Status.OK:
            assert lcp_residual(M, q, found.x) <= 1e-9
        else:
            wrong += 1
        best = ct.solvers.lcp(M, q)
        assert best.status is Status.OK
        assert np.min(M @ best.x + q) > -1e-8
    assert wrong > 10


def test_light_group_is_not_judged_by_a_heavy_one():
    """Nonsense in grams beside tons is no solution."""
    M, q = np.diag([1e-6, 1.0]), np.array([-1e3, -1e-3])
    M[1, 1] = 1.0
    good = np.array([1e9, 1e-3])
    assert lcp_residual(M, q, good) < 1e-12
    assert lcp_residual(M, q, np.array([1e9, 0.5e-3])) > 0.1
    assert connected_groups(M).tolist() == [0, 1]
    assert ct.solvers.lcp(M, q).x == pytest.approx(good)


def test_pivoting_that_ends_on_a_ray_has_found_nothing_and_proves_nothing():
    M = np.array([[1.0, -1, 3], [2, -1, 3], [-1, -2, 0]])
    found = ct.solvers.lcp(M, -np.ones(3), "lemke")
    assert found.status is Status.NOT_CONVERGED
    assert "ray" in found.words
    proof = ct.solvers.lcp(M, -np.ones(3))
    assert (proof.status, proof.method) == (Status.NO_SOLUTION, "enumeration")


def test_friction_says_how_it_was_solved():
    W, q, mu = np.eye(3), np.array([-1.0, 1.0, 3.0]), np.array([0.1])
    found = ct.solvers.friction(W, q, mu)
    assert (found.status, found.method) == (Status.OK, "sweeps")
    assert found.x == pytest.approx([1.0, -0.1 / 10**0.5, -0.3 / 10**0.5])


def test_indefinite_friction_problem_is_no_solution():
    W = np.array([[1.0, 0.0], [0.0, -1.0]])
    found = ct.solvers.friction(W, np.array([-1.0, 1.0]), np.array([0.5]))
    u = W @ found.x + np.array([-1.0, 1.0])
    assert found.status is not Status.OK or abs(found.x[1] + 0.5 * np.sign(u[1])) < 1e-8


@pytest.mark.parametrize(
    ("M", "q", "words"),
    [
        (np.eye(2), np.ones(3), "square matrix"),
        (np.ones((2, 3)), np.ones(2), "square matrix"),
        (np.eye(2) * np.nan, np.ones(2), "not finite"),
        ("no matrix", np.ones(2), "expected numbers"),
        (np.eye(2) * 1j, -np.ones(2), "expected numbers"),
        (np.eye(2), -1j * np.ones(2), "expected numbers"),
        (csc_matrix(np.eye(2) * 1j), -np.ones(2), "complex128 numbers"),
    ],
)
def test_wrong_sizes_and_numbers_are_refused_in_words(M, q, words):
    with pytest.raises(InputError, match=words):
        ct.solvers.lcp(M, q)


@pytest.mark.parametrize("method", ["enumeration", "auto"])
def test_a_proof_that_there_is_no_solution_is_not_called_a_ray(method):
    """-z - 1 = w >= 0 holds for no z >= 0, and trying all open sets shows it."""
    found = ct.solvers.lcp(-np.eye(2), -np.ones(2), method)
    assert found.status is Status.NO_SOLUTION
    assert "no solution" in found.words
    assert "ray" not in found.words


def test_whole_numbers_in_sparse_matrices_are_numbers():
    found = ct.solvers.lcp(csc_matrix([[2, 1], [1, 2]]), [-1, 1])
    assert found.status is Status.OK
    assert found.x == pytest.approx([0.5, 0.0])


def fclib_file(path, W, q, mu, kind):
    """A file in the layout of FCLIB."""
    from scipy.sparse import coo_matrix, csc_matrix, csr_matrix

    with h5py.File(path, "w") as file:
        local = file.create_group("fclib_local")
        local["spacedim"] = np.array([q.size // mu.size], dtype=np.int32)
        matrix = local.create_group("W")
        if kind == "triplet":
            entries = coo_matrix(W)
            p, i, x, nz = entries.col, entries.row, entries.data, entries.nnz
        else:
            entries = csc_matrix(W) if kind == "columns" else csr_matrix(W)
            p, i, x = entries.indptr, entries.indices, entries.data
            nz = -1 if kind == "columns" else -2
        sizes = {"nzmax": x.size, "m": W.shape[0], "n": W.shape[1], "nz": nz}
        for name, value in sizes.items():
            matrix[name] = np.array([value], dtype=np.int32)
        matrix["p"], matrix["i"], matrix["x"] = p, i, x
        vectors = local.create_group("vectors")
        vectors["q"], vectors["mu"] = q, mu


W_1C = np.array([[15.0, -1, -2], [-1, 14, 1], [-2, 1, 16]])
R_1C = [0.065695682898, -0.003678614907, -0.005443070814]


@pytest.mark.parametrize("kind", ["columns", "rows", "triplet"])
def test_fclib_file_is_read_and_solved(tmp_path, kind):
    path = tmp_path / "problem.hdf5"
    fclib_file(path, W_1C, np.array([-1.0, 2.0, 3.0]), np.array([0.1]), kind)
    problem = ct.read_contact_problem(path)
    assert ct.solvers.friction(*problem).x == pytest.approx(R_1C, abs=1e-11)


def test_text_files_are_read_column_by_column(tmp_path):
    M = np.array([[3.0, 1, 0, -1], [-1, 2, 1, 1], [0, 1, 3, -1], [0, 0, 1, 2]])
    numbers = " ".join(str(x) for x in M.ravel(order="F"))
    path = tmp_path / "lcp.dat"
    path.write_text(f"4\n0\n4\n4\n4 4\n{numbers}\n-2 1 -1 1\n")
    problem = ct.read_contact_problem(path)
    found = ct.solvers.lcp(*problem[:2])
    assert found.x == pytest.approx([2 / 3, 0.0, 1 / 3, 0.0], abs=1e-12)
    numbers = " ".join(str(x) for x in W_1C.ravel(order="F"))
    path.write_text(f"3\n1\n0\n3\n3\n3 3\n{numbers}\n-1 2 3\n0.1\n")
    problem = ct.read_contact_problem(path)
    assert ct.solvers.friction(*problem).x == pytest.approx(R_1C, abs=1e-11)


@pytest.mark.parametrize("text", ["", "no numbers", "3 1 2", "4\n1\n4\n4\n4 4\n1 2"])
def test_other_text_files_are_refused_in_words(tmp_path, text):
    path = tmp_path / "other.dat"
    path.write_text(text)
    with pytest.raises(InputError, match=r"other\.dat"):
        ct.read_contact_problem(path)


def test_other_hdf5_files_are_refused_in_words(tmp_path):
    path = tmp_path / "other.hdf5"
    with h5py.File(path, "w") as file:
        file["x"] = 1.0
    with pytest.raises(InputError, match="fclib_local"):
        ct.read_contact_problem(path)


def test_public_names_are_functions_whatever_was_imported_before() -> None:
    """No folder of kernels may take the name of a public function."""
    import catena.drives.system.build  # noqa: F401  (imports all kernels)

    assert callable(ct.solvers.lcp)
    assert callable(ct.solvers.friction)


@pytest.mark.parametrize("method", ["auto", "active_set", "sweeps", "lemke"])
def test_what_is_no_solution_has_no_numbers(method):
    found = ct.solvers.lcp(-np.eye(2), -np.ones(2), method)
    assert found.status is not Status.OK
    assert np.isnan(found.x).all()
    assert found.stopped_at.shape == (2,)


@pytest.mark.parametrize("method", ["auto", "sweeps", "newton", "lemke"])
def test_what_friction_is_left_unsolved_has_no_numbers(method):
    found = ct.solvers.friction(-np.eye(2), [-1.0, 0.5], [0.3], method, 50)
    assert found.status is not Status.OK
    assert np.isnan(found.x).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("method", ["auto", "sweeps", "newton"])
def test_spatial_problems_of_any_matrix_end_with_a_status(method):
    """Indefinite, unsymmetric, dependent, huge: solved, or refused without numbers."""
    rng = np.random.default_rng(14)
    for k in range(24):
        n = 1 + k % 3
        A = rng.standard_normal((3 * n, 3 * n)) * 10.0 ** (40 * (k % 5 == 4))
        W = (A, A + A.T, -A @ A.T, A[:, :2] @ A[:, :2].T)[k % 4]
        q, mu = rng.standard_normal(3 * n), rng.uniform(0.0, 1.2, n)
        found = ct.solvers.friction(W, q, mu, method, 400)
        if found.status is not Status.OK:
            assert np.isnan(found.x).all()
            continue
        r, u = found.x.reshape(n, 3), (W @ found.x + q).reshape(n, 3)
        size = np.abs(q).max()
        assert u[:, 0].min() > -1e-6 * size
        assert np.abs(np.minimum(r[:, 0], u[:, 0])).max() < 1e-6 * size
        rub = np.linalg.norm(r[:, 1:], axis=1) - mu * r[:, 0]
        assert rub.max() < 1e-6 * max(1.0, np.abs(r).max())


def test_a_solution_stopped_nowhere_else():
    found = ct.solvers.lcp([[2, 1], [1, 2]], [-1, 1])
    assert found.status is Status.OK
    assert found.stopped_at is None
