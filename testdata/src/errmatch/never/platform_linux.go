package never

import "errmatch/dep"

func platform() error { return dep.ErrNotFound }
