"""Result files: grown in transactions, sealed, read without believing them."""
