    pub unsafe fn cuNothing() -> CUresult {
        (culib().cuNothing)()
    }
