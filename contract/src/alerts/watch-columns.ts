/** The columns of a CSV of registrations; events are separated by spaces. */
export const watchColumns = ['documento', 'events', 'label', 'until', 'policy'] as const
