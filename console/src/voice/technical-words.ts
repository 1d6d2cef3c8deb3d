/**
 * What a person should never have to read: a verb or header of HTTP, a path, a setting, the name of a member or of a
 * code. CPF, CNPJ and the name of the product are words; so is a code between quotes that the reader typed.
 */
export const technicalWords: readonly RegExp[] = [
  /\b(GET|POST|PUT|PATCH|DELETE|HTTP|JSON|UTF-8|ASCII|UUID|bytes)\b/,
  /(^|\s)\/\w+/,
  /\b[A-Z][a-z]+-[A-Z][A-Za-z]+\b/,
  /\bETag\b|\bx-[a-z]+\b|\bLASTRO_\w+|--\w+/,
  /\b[a-z]+[A-Z]\w*/,
  /\b[a-z]+_[a-z_]+\b/,
  /\b(errors|requestId|baseUrl|payload|endpoint)\b/,
]

export const isTechnical = (text: string): boolean => technicalWords.some((one) => one.test(text))
