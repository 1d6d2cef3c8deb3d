/** What the pages of alerts have read is known by these names, so that whoever changes it has it read anew. */
export const occurrencesName = ['occurrences']
export const deliveriesName = ['deliveries']
export const watchedName = ['watched']
export const emailsName = ['alert emails']
export const webhooksName = ['webhooks']
