"""Elastic cam mechanism with follower: [KhangDien2012] section 4.1."""
