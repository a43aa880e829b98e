"""Any planar system of bodies, couplings and contacts, stated part by part."""
