module wrapcause_go119

go 1.19
