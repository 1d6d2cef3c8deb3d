import { test } from 'vitest'

/** Run only by the test of the mutants, which has to end it. */
test('polls without end', async () => {
  for (;;) await new Promise((resolve) => setTimeout(resolve, 1))
})
