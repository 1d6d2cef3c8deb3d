import type {
  FileConsultation,
  FilePublicData,
  FileSource,
  PersonFile,
} from '@lastro/contract/person/person-file.ts'
import type { PersonRequest } from '@lastro/contract/person/person-requests.ts'
import { publicSections } from '@lastro/contract/person/public-sections.ts'
import { correctionSubjects, requestKinds, requestOutcomes } from '@lastro/contract/person/request-codes.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { Fact } from '@lastro/reading/outline.ts'
import { outlineSection } from '@lastro/reading/outline-section.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { dateText, documentText, printable } from '@lastro/reading/value-text.ts'
import { testedOutcome } from '@lastro/rules/trail/source-test.ts'
import type { FileItem, FileOutline, FileSection } from './file-parts.ts'
import { fileWords } from './file-words.ts'
import { listingItem } from './listing-item.ts'
import { loadedItems } from './loaded-items.ts'

/** A file in words: what the pages and the letter say. */
export function fileOutline(file: PersonFile, language: Language, contact: string | undefined): FileOutline {
  const isCompany = file.documentType === 'CNPJ'
  const { access } = file
  return {
    language,
    title: fileWords[isCompany ? 'titleCompany' : 'title'][language],
    name: nameOf(file),
    document: `${file.documentType} ${documentText(file.documento)}`,
    paragraphs: [
      fill(fileWords.given[language], {
        at: momentText(file.writtenAt),
        asked: momentText(access.requestedAt),
        given: momentText(access.givenAt),
        by: dateText(access.completeBy),
      }),
      fileWords.onlyYours[language],
    ],
    sections: [
      registrationSection(file, language),
      listingsSection(file, language),
      loadedSection(file, language),
      ...companySection(file, language),
      ...file.publicData.map((one) => publicDataSection(one, language)),
      participationsSection(file, language),
      consultationsSection(file, language),
      monitoringSection(file, language),
      requestsSection(file, language),
      rightsSection(language, contact),
    ],
  }
}

/** As it is registered; else as a creditor has it. */
const nameOf = ({ registration, listings: [first] }: PersonFile): string | undefined => {
  const name = registration?.data.consumerName ?? registration?.data.companyName ?? first?.listing.name
  return name === undefined ? undefined : printable(name)
}

/** `2026-11-16T10:00:00-03:00` → `16/11/2026 10:00`. */
const momentText = (instant: string): string => `${dateText(instant.slice(0, 10))} ${instant.slice(11, 16)}`

function registrationSection({ registration, documento }: PersonFile, language: Language): FileSection {
  const words = fileWords.registration[language]
  if (registration === undefined) {
    return section('registration', words, { paragraphs: [fileWords.noRegistration[language]] })
  }
  const report = { registration: { ...registration.data, documentNumber: documento } }
  return section('registration', words, {
    paragraphs: sourceText(registration.source, language),
    ...readSections(report, ['registration', 'addresses', 'phones'], language),
  })
}

function companySection({ company }: PersonFile, language: Language): FileSection[] {
  if (company === undefined) return []
  const { source, identification, partners } = company
  const { companyData, partnersList, directorsList } = partners ?? {}
  const report = {
    ...(identification !== undefined && { identificationReport: identification }),
    QSAReport: {
      ...(companyData !== undefined && { companyData }),
      partnerCompleteReport: { partnersList: partnersList ?? [] },
      directorCompleteReport: { directorsList: directorsList ?? [] },
    },
  }
  return [
    section('company', fileWords.company[language], {
      paragraphs: sourceText(source, language),
      ...readSections(report, ['identificationReport', 'QSAReport'], language),
    }),
  ]
}

function publicDataSection({ source, date, report }: FilePublicData, language: Language): FileSection {
  const name = source.text
  const read = readSections(report, publicSections, language)
  const isEmpty = read.facts.length === 0 && read.items.length === 0
  const { publicDataOf, publicDataNone, publicDataUnavailable } = fileWords
  return section(`publicData-${source.name}`, fill(fileWords.publicData[language], { name }), {
    paragraphs:
      date === undefined
        ? [publicDataUnavailable[language]]
        : [
            fill(publicDataOf[language], { name, day: dateText(date) }),
            ...(isEmpty ? [publicDataNone[language]] : []),
          ],
    ...read,
  })
}

function participationsSection({ participations }: PersonFile, language: Language): FileSection {
  const report = { partner: { partnershipResponse: participations } }
  return section('participations', fileWords.participations[language], {
    paragraphs: participations.length === 0 ? [fileWords.noParticipations[language]] : [],
    items: participations.length === 0 ? [] : readSections(report, ['partner'], language).items,
  })
}

/** Sections of a report as every document reads them: facts, and a row of a table as an item. */
function readSections(
  report: Readonly<Record<string, unknown>>,
  ids: readonly SectionId[],
  language: Language,
): Pick<FileSection, 'facts' | 'items'> {
  const read = ids.flatMap((id) => outlineSection(id, report, { language, meta: {} }) ?? [])
  return {
    facts: read.flatMap(({ facts }) => facts),
    items: read.flatMap(({ heading, tables }) =>
      tables.flatMap(({ caption, columns, rows }) =>
        rows.map((row) => ({
          heading: caption ?? heading,
          paragraphs: [],
          facts: columns
            .map(({ label }, at) => ({ label, value: row[at] ?? '' }))
            .filter(({ value }) => value !== ''),
        })),
      ),
    ),
  }
}

const sourceText = ({ text, contact }: FileSource, language: Language): string[] => [
  fill(fileWords.source[language], { text }),
  ...(contact === undefined ? [] : [fill(fileWords.contact[language], { contact: printable(contact) })]),
]

function listingsSection({ listings }: PersonFile, language: Language): FileSection {
  const { listings: heading, noListings, listingsAbout } = fileWords
  return section('listings', heading[language], {
    paragraphs: [(listings.length === 0 ? noListings : listingsAbout)[language]],
    items: listings.map((one) => listingItem(one, language)),
  })
}

function loadedSection({ loaded }: PersonFile, language: Language): FileSection {
  const items = loadedItems(loaded, language)
  const { loaded: heading, noLoaded, loadedAbout } = fileWords
  return section('loaded', heading[language], {
    paragraphs:
      items.length === 0
        ? [noLoaded[language]]
        : [loadedAbout[language], ...sourceText(loaded.source, language)],
    items,
  })
}

function consultationsSection({ consultations }: PersonFile, language: Language): FileSection {
  const { from, all } = consultations
  return section('consultations', fileWords.consultations[language], {
    paragraphs: [
      fill(fileWords.consultationsAbout[language], { day: dateText(from) }),
      ...(all.length === 0 ? [fileWords.noConsultations[language]] : []),
    ],
    items: all.map((one) => ({
      heading: fill(fileWords.consultation[language], {
        name: printable(one.clientName ?? one.clientId),
        at: momentText(one.at),
      }),
      paragraphs: [],
      facts: [
        { label: fileWords.purpose[language], value: one.purpose.text },
        { label: fileWords.seen[language], value: seenText(one, language) },
        ...decisionFacts(one, language),
      ],
    })),
  })
}

function seenText({ outcome, shown, product }: FileConsultation, language: Language): string {
  if (!shown) return fileWords.seenNothing[language]
  if (outcome === 'alerted') return fileWords.seenAlert[language]
  if (outcome === testedOutcome) return fileWords.seenTest[language]
  if (outcome === 'replayed') return fileWords.seenAgain[language]
  return fill(fileWords.seenReport[language], { product })
}

/** What was decided, and what the person may do about it. */
function decisionFacts({ decision, clientName, clientId }: FileConsultation, language: Language): Fact[] {
  if (decision === undefined) return []
  const outcome = outcomeWords[decision.outcome][language]
  const name = printable(clientName ?? clientId)
  return [
    {
      label: fileWords.decision[language],
      value: decision.reviewed ? fill(fileWords.decisionReviewed[language], { outcome }) : outcome,
    },
    {
      label: fileWords.review[language],
      value: fill(fileWords.decisionReview[language], { name, id: decision.id }),
    },
  ]
}

function monitoringSection({ monitoring }: PersonFile, language: Language): FileSection {
  return section('monitoring', fileWords.monitoring[language], {
    paragraphs: [fileWords[monitoring.length === 0 ? 'noMonitoring' : 'monitoringAbout'][language]],
    items: monitoring.map(({ clientName, clientId, since }) => ({
      heading: printable(clientName ?? clientId),
      paragraphs: [fill(fileWords.watchedSince[language], { day: dateText(since.slice(0, 10)) })],
      facts: [],
    })),
  })
}

function requestsSection({ requests }: PersonFile, language: Language): FileSection {
  return section('requests', fileWords.requests[language], {
    paragraphs: requests.length === 0 ? [fileWords.noRequests[language]] : [],
    items: requests.map((one) => requestItem(one, language)),
  })
}

function requestItem(request: PersonRequest, language: Language): FileItem {
  const { kind, subject, field, statement, answer, identity, reason } = request
  const fact = (label: Text, value: string | undefined): Fact[] =>
    value === undefined ? [] : [{ label: label[language], value: printable(value) }]
  return {
    heading: fill(fileWords.requestAt[language], {
      kind: requestKinds[kind][language],
      at: momentText(request.openedAt),
    }),
    paragraphs: [standingText(request, language)],
    facts: [
      ...fact(fileWords.requestAbout, subject && correctionSubjects[subject][language]),
      ...fact(fileWords.requestField, field),
      ...fact(fileWords.requestSaid, statement),
      ...fact(fileWords.requestAnswer, answer),
      ...fact(fileWords.requestIdentity, identity),
      ...fact(fileWords.requestReason, reason),
    ],
  }
}

function standingText(request: PersonRequest, language: Language): string {
  const { outcome, answeredAt, answerBy, dueOn, overdue } = request
  const due = dateText(dueOn)
  if (outcome !== undefined) {
    return fill(fileWords.requestAnswered[language], {
      at: momentText(answeredAt ?? request.openedAt),
      outcome: requestOutcomes[outcome][language],
    })
  }
  if (answerBy !== undefined) {
    return fill(fileWords.requestOpenUntil[language], { due, by: dateText(answerBy) })
  }
  return fill(fileWords[overdue ? 'requestOverdue' : 'requestOpen'][language], { due })
}

function rightsSection(language: Language, contact: string | undefined): FileSection {
  return section('rights', fileWords.rights[language], {
    paragraphs: [
      ...fileWords.rightsText[language],
      ...(contact === undefined ? [] : [fill(fileWords.reach[language], { contact: printable(contact) })]),
    ],
  })
}

const section = (
  id: string,
  heading: string,
  { paragraphs = [], facts = [], items = [] }: Partial<FileSection>,
): FileSection => ({ id, heading, paragraphs, facts, items })
