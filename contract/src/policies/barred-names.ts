/**
 * Words of a name that the law keeps out of a decision, or that our own list does. They only choose the words of the
 * refusal: what may be named is `policyValues`, and nothing else.
 */
const barred =
  /gender|sex|genero|birth|nascimento|idade|(?<!company )\bage\b|mother|mae|parent|\bname\b|nome|address|endereco|city|cidade|municipio|district|bairro|zip|cep|phone|telefone|nationality|nacionalidade|marital|civil|race|raca|cor\b|religion|relig|health|saude|politic|union|sindical|genetic|nature/i

/** `registration.consumerGender` and `consumerGender` are one; names in capitals inside are words too. */
export const isBarredName = (name: string): boolean =>
  barred.test(name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]/g, ' '))
