"""The commands of ``advisor``, a module each. They read, call the library and print; they know no rules."""
