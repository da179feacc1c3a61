import { configure } from '@testing-library/react'

/** A busy machine is no failure: what a test awaits may take this long. Import it for its effect. */
configure({ asyncUtilTimeout: 15_000 })
