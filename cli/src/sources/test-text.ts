import { callFaults } from '@lastro/contract/operator/call-faults.ts'
import type { SourceTestResult, TestedSection } from '@lastro/contract/operator/declared-sources.ts'
import { sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import type { Language } from '@lastro/contract/text.ts'

/** What a test of a source found, section by section, for a person. */
export function testText({ fault, tookMs, sections }: SourceTestResult, language: Language): string {
  return [
    ...sections.map((one) => sectionText(one, language)),
    '',
    ...(fault === undefined ? [] : [callFaults[fault as keyof typeof callFaults][language]]),
    `${tookMs} ms`,
  ].join('\n')
}

const outcomes = {
  found: { pt: 'encontrado', en: 'found' },
  nothing: { pt: 'nada consta', en: 'nothing on file' },
  uncovered: { pt: 'a fonte não tem dados desta seção', en: 'the source has no data for this section' },
  withheld: { pt: 'a fonte não nos diz', en: 'not told to us' },
  failed: { pt: 'falhou', en: 'failed' },
} as const

function sectionText({ section, outcome, code, content }: TestedSection, language: Language): string {
  const said = outcomes[outcome][language]
  if (outcome === 'failed') {
    const { [language]: why } = sourceFaults[code as keyof typeof sourceFaults]
    return `${section}: ${said}. ${why}`
  }
  return outcome === 'found'
    ? `${section}: ${said}\n${indented(JSON.stringify(content, null, 2))}`
    : `${section}: ${said}`
}

const indented = (text: string): string => text.replace(/^/gm, '  ')
