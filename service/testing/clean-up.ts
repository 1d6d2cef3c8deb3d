type Work = () => unknown

let register = (work: Work): void => void process.once('beforeExit', work)

/** Removes what a helper made: after the test or the file that asked for it, or at the end of a command. */
export const cleanUp = (work: Work): void => register(work)

/** For the test runner, which says when a test has finished. */
export function cleanUpBy(registerWork: (work: Work) => void): void {
  register = registerWork
}
