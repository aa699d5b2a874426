"""amends"""
