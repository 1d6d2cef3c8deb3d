import type { Words } from '../words.ts'

/** The words of a document that is watched, on the report about it. */
export const watchedWords = {
  watch: { pt: 'Acompanhar', en: 'Watch' },
  watched: { pt: 'Acompanhado', en: 'Watched' },
  title: { pt: 'Documento acompanhado', en: 'Watched document' },
  isWatched: {
    pt: '{document} está acompanhado: o que mudar é avisado por si só, sem nova consulta.',
    en: '{document} is watched: what changes is told by itself, without another query.',
  },
  until: { pt: 'Até {day}.', en: 'Until {day}.' },
  what: { pt: 'O que é avisado', en: 'What is told' },
  everything: {
    pt: 'Todos os eventos, também os que vierem a existir.',
    en: 'All events, and those of tomorrow.',
  },
  where: { pt: 'Onde', en: 'Where' },
  inList: { pt: 'Em Ocorrências, sempre', en: 'Under Occurrences, always' },
  byEmail: { pt: 'Por e-mail, a {emails}.', en: 'By e-mail, to {emails}.' },
  noEmail: {
    pt: 'Por e-mail, a ninguém: nenhum endereço confirmado recebe estes eventos.',
    en: 'By e-mail, to nobody: no confirmed address receives these events.',
  },
  emails: { pt: 'Ver os e-mails de alerta', en: 'See the alert e-mails' },
  byWebhook: { pt: 'Por webhook, em {count}.', en: 'By webhook, to {count}.' },
  change: { pt: 'Alterar acompanhamento', en: 'Change what is watched' },
} as const satisfies Words
