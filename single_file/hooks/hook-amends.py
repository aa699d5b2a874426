"""Tells PyInstaller what belongs to amends: commands, formats, screens and methods are found while it runs."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

hiddenimports = collect_submodules("amends", filter=lambda name: not name.startswith("amends.bulk"))
datas = [*collect_data_files("amends"), *copy_metadata("amends")]
module_collection_mode = "py"  # the help of commands is read from their source
