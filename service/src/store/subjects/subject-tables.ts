/** Of those on file only what both engines keep alike. */
export type SubjectTables = {
  participation: { document: string; company_document: string; participation: string }
}
