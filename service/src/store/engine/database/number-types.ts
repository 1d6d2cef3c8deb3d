import pg from 'pg'

const bigintType = 20

/** Counts, times and link numbers are read as numbers: all of them are far below 2^53. */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === bigintType ? Number : pg.types.getTypeParser(id, format)),
}
