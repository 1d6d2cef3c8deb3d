import { nameWords } from '@lastro/rules/subjects/name-words.ts'
import { filterToken, headOfficeToken, heldTokens } from '../../search/search-tokens.ts'
import type { Establishment } from '../company.ts'
import { states } from '../packed-forms.ts'

/** What an establishment is found by: the words of the company's name and of its own, and its codes. */
export function establishmentTokens(name: string | undefined, office: Establishment): readonly number[] {
  const tokens = [...new Set([...wordsOf(name), ...wordsOf(office.alias)])].flatMap(heldTokens)
  const { state, statusCode, municipalityCode, cnaeCode } = office
  if (state !== undefined) tokens.push(filterToken.state(states.indexOf(state)))
  if (statusCode !== undefined) tokens.push(filterToken.status(Number(statusCode)))
  if (municipalityCode !== undefined) tokens.push(filterToken.municipality(Number(municipalityCode)))
  if (cnaeCode !== undefined) tokens.push(filterToken.cnae(Number(cnaeCode)))
  if (office.isHeadOffice) tokens.push(headOfficeToken)
  return tokens
}

const wordsOf = (text: string | undefined): readonly string[] => (text === undefined ? [] : nameWords(text))
