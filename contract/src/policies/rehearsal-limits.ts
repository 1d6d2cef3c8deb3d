/** All test documents of the sandbox fit, several times. */
export const rehearsedDocumentsMax = 100

/** Enough to see what a draft does to a week of a shop; a rehearsal holds one request, not a machine. */
export const rehearsedReportsMax = 300

/** Whoever tries drafts by hand needs fewer; a program that tells a report's figures draft by draft needs more. */
export const rehearsalsPerHour = 30
