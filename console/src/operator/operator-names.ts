/** What the operator's pages have read is known by these names, so that whoever changes it has it read anew. */
export const clientsName = ['clients']
export const peopleName = ['people']
export const trailName = ['trail']
export const reviewName = ['review']
export const dataName = ['data']
export const coverageName = ['coverage']
export const sourcesName = ['sources']
export const queueName = ['queue']
export const correctionsName = ['corrections']
export const requestsName = ['requests']
export const statementsName = ['statements']

/** How often a page that keeps up by itself looks again: soon enough to see something come back. */
export const lookAgainMs = 10_000
