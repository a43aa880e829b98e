"""Gear pair with periodic mesh stiffness and tooth faults: [KhangDien2012] 4.2."""
