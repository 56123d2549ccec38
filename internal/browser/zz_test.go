package browser

const helperVariable = "DOMSIGHT_TEST_HELPER"

func helper() {}
