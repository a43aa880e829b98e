"""Direct methods for friction problems that sweeps leave unsolved."""
