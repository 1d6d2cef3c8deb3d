/** A letter or a digit that is seen: blanks of other scripts, and signs without width, tell nobody anything. */
export const saysSomething = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
