"""Many tables on one screen: what each has said, the evening, a tournament, and the pages of the hub."""
