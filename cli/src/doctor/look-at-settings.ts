import { openNotices } from '@lastro/service/features/notices/open-notices.ts'
import type { Config } from '@lastro/service/program/config.ts'
import type { Finding } from './finding.ts'

/** What the environment says. That each setting can be read was found out before any command begins. */
export function lookAtSettings(config: Config): readonly Finding[] {
  const { waiting, warning } = openNotices(config.notices)
  const found: readonly (Finding | undefined)[] = [
    config.alertMail.publicUrl === undefined ? noPublicUrl : undefined,
    waiting &&
      look({ pt: `Comunicados aos devedores ${waiting.pt}.`, en: `Notices to debtors ${waiting.en}.` }),
    warning && look(warning),
    config.personContact === undefined ? noPersonContact : undefined,
    config.host === '127.0.0.1' || config.trustedProxies.length > 0 ? undefined : openWithoutProxy,
  ]
  const told = found.filter((one) => one !== undefined)
  return told.length > 0
    ? told
    : [{ of: 'settings', state: 'well', text: { pt: 'Completos.', en: 'Complete.' } }]
}

const look = (text: Finding['text']): Finding => ({ of: 'settings', state: 'look', text })

const noPublicUrl = look({
  pt: 'Falta LASTRO_PUBLIC_URL: e-mails não têm para onde levar, e o console aceita o endereço que o navegador disser.',
  en: 'LASTRO_PUBLIC_URL is not set: e-mails have nowhere to lead, and the console takes the address a browser says.',
})

const noPersonContact = look({
  pt: 'Falta LASTRO_TITULAR_CONTACT (ou LASTRO_NOTICE_CONTACT): o titular não sabe como falar com você.',
  en: 'LASTRO_TITULAR_CONTACT (or LASTRO_NOTICE_CONTACT) is not set: a person on file does not know how to reach you.',
})

const openWithoutProxy = look({
  pt: 'HOST abre o serviço à rede sem LASTRO_TRUSTED_PROXIES: sem um proxy com TLS as credenciais passam às claras.',
  en: 'HOST opens the service to the network without LASTRO_TRUSTED_PROXIES: without a proxy with TLS credentials pass in the clear.',
})
