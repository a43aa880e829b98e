"""Transport manipulator of a forging press: [KhangDien2012] section 4.3."""
