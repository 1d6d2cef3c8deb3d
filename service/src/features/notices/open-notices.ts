import type { Text } from '@lastro/contract/text.ts'
import type { CorrectionFacts } from '@lastro/rules/listings/correction.ts'
import type { Letter, Notice, NoticeFacts } from '@lastro/rules/listings/notices/notice.ts'
import type { Channel } from './channel.ts'
import { composeCorrection } from './compose-correction.ts'
import { composeNotice } from './compose-notice.ts'
import { emailChannel } from './email-channel.ts'
import { letterChannel } from './letter-channel.ts'
import { loadNoticeTemplate } from './notice-template.ts'
import { type MailSettings, mailer, type SendMail } from './send-mail.ts'

export type NoticeSettings = {
  readonly templatePath: string | undefined
  /** How a debtor contests; every notice says it. */
  readonly contact: string | undefined
  /** Name and return address, for letters. */
  readonly sender: string | undefined
  readonly mail: MailSettings | undefined
}

export type Notices = {
  /** In the order in which they are tried. */
  readonly channels: readonly Channel[]
  readonly compose: (facts: NoticeFacts) => Notice
  readonly howToContest: string
  /** What a debtor is told of a correction; undefined, and they wait, while the operator has not said how to contest. */
  readonly composeCorrection: ((facts: CorrectionFacts) => Letter) | undefined
  /** For whatever else goes by e-mail. */
  readonly sendMail: SendMail
  /** What waits, and for which setting; undefined when nothing does. */
  readonly waiting: Text | undefined
  /** What the operator has chosen and may come to regret; undefined when nothing. */
  readonly warning: Text | undefined
}

/** The operator's ways of giving notice. A template with a fault ends the start, before anything is served. */
export function openNotices({ templatePath, contact, mail }: NoticeSettings): Notices {
  const template = loadNoticeTemplate(templatePath)
  return {
    channels: [emailChannel(mail), letterChannel({ isReady: contact !== undefined })],
    compose: (facts) => composeNotice(template, facts),
    howToContest: contact ?? unsaid,
    composeCorrection: contact === undefined ? undefined : (facts) => composeCorrection(facts, contact),
    sendMail: mailer(mail),
    waiting: waitingFor({ contact, mail }),
    warning: mail?.proof === 'accepted' ? unproved : undefined,
  }
}

/** Read of notices that wait, and in the sandbox: outside of it nothing is sent before the operator has said how to contest. */
const unsaid = 'o operador deste serviço ainda não informou como'

/** STJ Tema 1.315: an electronic notice counts only when its delivery is proved. */
const unproved: Text = {
  pt: 'LASTRO_MAIL_PROOF=accepted: o 250 de um servidor que só repassa não prova a entrega (STJ, Tema 1.315)',
  en: 'LASTRO_MAIL_PROOF=accepted: the 250 of a server that only passes on proves no delivery (STJ, Tema 1.315)',
}

/** Reads after "notices": on the screen, and in the log. */
function waitingFor({ contact, mail }: Pick<NoticeSettings, 'contact' | 'mail'>): Text | undefined {
  if (contact === undefined) {
    return {
      pt: 'esperam: falta a configuração LASTRO_NOTICE_CONTACT',
      en: 'wait: the setting LASTRO_NOTICE_CONTACT is missing',
    }
  }
  if (mail !== undefined) return undefined
  return {
    pt: 'os por e-mail esperam: falta a configuração LASTRO_SMTP_URL',
    en: 'those by e-mail wait: the setting LASTRO_SMTP_URL is missing',
  }
}
