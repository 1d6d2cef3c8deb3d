import type { Language } from '@lastro/contract/text.ts'
import { sectionHeading } from '@lastro/reading/section-readings.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { isWithinNotice } from '@lastro/rules/reports/coverage-end.ts'
import type { Clock } from '../../clock.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import type { Chore, Handler } from '../../jobs/runner.ts'
import { type BureauCoverage, type BureauCoverageStore, coverageState } from '../bureau/bureau-coverage.ts'
import { publicName } from '../bureau/read-declaration.ts'
import { isTriedAgain } from '../listings/notices/tried-again.ts'
import type { Mail, SendMail } from '../notices/send-mail.ts'
import type { User } from '../users/user.ts'
import type { UserStore } from '../users/user-store.ts'

/** A mail to one operator about declarations that end soon. */
export const coverageEndingTopic = 'coverage.ending'

export type ReminderDeps = {
  readonly bureauCoverage: Pick<BureauCoverageStore, 'list' | 'remind'>
  readonly users: Pick<UserStore, 'listUsers' | 'findUserById'>
  /** Undefined if no mail server is configured: a warning is logged instead. */
  readonly sendMail: SendMail | undefined
  /** The address of the console. */
  readonly publicUrl: string | undefined
  readonly clock: Clock
  readonly warn: (of: object, text: string) => void
}

type EndingPayload = { readonly userId: string; readonly coverageIds: readonly string[] }

/** Declarations in force whose last day is at most a week away. */
export function endingSoon(all: readonly BureauCoverage[], today: Day): readonly BureauCoverage[] {
  return all.filter(
    (one) => isWithinNotice(one.until, today) && coverageState(one, all, today) === 'in_force',
  )
}

/**
 * Reminds every operator once of each declaration that ends within a week. The mark on the declaration and the mails to
 * send are one commit, so a crash or a second service neither repeats nor loses the reminder.
 */
export const coverageReminders = (deps: ReminderDeps): Chore => ({
  name: 'reminders of coverage that ends',
  run: async () => {
    const { bureauCoverage, users, sendMail, clock, warn } = deps
    const nowMs = clock.nowMs()
    const ending = endingSoon(await bureauCoverage.list(), dayAt(nowMs)).filter(
      ({ remindedAtMs }) => remindedAtMs === undefined,
    )
    if (ending.length === 0) return 0
    const operators = sendMail === undefined ? [] : (await users.listUsers()).filter(isActiveOperator)
    const reminded = await bureauCoverage.remind(
      ending.map(({ id }) => id),
      nowMs,
      (claimed) => operators.map(({ id }) => rowFor(id, claimed, nowMs)),
    )
    if (reminded.length > 0 && operators.length === 0) {
      warn(
        { coverage: reminded.map(({ section, documentType, until }) => ({ section, documentType, until })) },
        sendMail === undefined
          ? 'coverage of the bureau ends soon; nobody was notified, because no mail server is configured'
          : 'coverage of the bureau ends soon; nobody was notified, because there is no active operator',
      )
    }
    return reminded.length
  },
})

const isActiveOperator = ({ roles, disabledAtMs }: Pick<User, 'roles' | 'disabledAtMs'>): boolean =>
  roles.includes('operator') && disabledAtMs === undefined

/** A declaration is claimed once, so the first declaration and the user identify one mail. */
function rowFor(userId: string, claimed: readonly BureauCoverage[], nowMs: number): NewOutboxRow {
  const coverageIds = claimed.map(({ id }) => id)
  return {
    id: `${coverageEndingTopic}.${coverageIds[0]}.${userId}`,
    topic: coverageEndingTopic,
    register: productionRegister,
    clientId: '',
    payload: { userId, coverageIds } satisfies EndingPayload,
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }
}

/** Sends one reminder, unless newer data, a withdrawal or the end of coverage has made it pointless. */
export const sendCoverageReminder =
  (deps: ReminderDeps): Handler =>
  async ({ id, payload, attempts }) => {
    const { userId, coverageIds } = payload as EndingPayload
    const user = await deps.users.findUserById(userId)
    if (user === undefined || !isActiveOperator(user)) return 'done'
    const all = await deps.bureauCoverage.list()
    const ending = endingSoon(all, dayAt(deps.clock.nowMs())).filter((one) => coverageIds.includes(one.id))
    if (ending.length === 0) return 'done'
    if (deps.sendMail === undefined) return 'later'
    const outcome = await deps.sendMail({ id, ...reminderMail(user, ending, deps.publicUrl) })
    if (isTriedAgain(outcome, attempts)) return 'later'
    if (outcome.kind === 'failed' || outcome.kind === 'later')
      deps.warn({ userId, reason: outcome.reason }, 'an operator could not be reminded of coverage that ends')
    return 'done'
  }

/** In Portuguese, followed by English. */
export function reminderMail(
  { name, email }: Pick<User, 'name' | 'email'>,
  ending: readonly BureauCoverage[],
  publicUrl: string | undefined,
): Omit<Mail, 'id'> {
  const inOrder = ending.toSorted(
    (one, other) => one.until.localeCompare(other.until) || one.section.localeCompare(other.section),
  )
  const first = inOrder[0]?.until ?? ''
  const declarations = declarationOptions(inOrder)
  const commands = (file: string, day: string) =>
    declarations.map((options) => `  lastro bureau load ${file} ${options} --as-of ${day}`)
  const link = publicUrl === undefined ? [] : [`${publicUrl}/console/operador/cobertura`, '']
  return {
    to: { name, address: email },
    subject: `[Lastro] A cobertura do birô termina em ${dateText(first)}`,
    text: [
      'A cobertura declarada destas seções termina em até uma semana:',
      '',
      ...inOrder.map((one) => lineOf(one, 'pt')),
      '',
      'Depois do último dia, as consultas deixam de mostrar essas seções: elas ficam ausentes e não são cobradas. Para que continuem, carregue dados mais novos com uma declaração:',
      '',
      ...commands('ARQUIVO', 'DIA'),
      '',
      ...link,
      '---',
      '',
      'The declared coverage of these sections ends within a week:',
      '',
      ...inOrder.map((one) => lineOf(one, 'en')),
      '',
      'After the last day, queries no longer show these sections: they are absent and not billed. To keep them, load newer data with a declaration:',
      '',
      ...commands('FILE', 'DAY'),
      '',
      ...link,
    ].join('\n'),
  }
}

/**
 * Options that declare exactly the same again: a copied command must not cover more types, or cover completely what was
 * partial.
 */
function declarationOptions(ending: readonly BureauCoverage[]): readonly string[] {
  const byType = Map.groupBy(ending, ({ documentType, extent }) => `${documentType} ${extent}`)
  const alike = Map.groupBy([...byType.values()], (some) =>
    [some[0]?.extent, ...some.map(({ section }) => section).toSorted()].join(),
  )
  return [...alike.values()].map((groups) => {
    const sections = (groups[0] ?? []).map(({ section }) => publicName(section)).toSorted()
    const types = groups.flatMap(([one]) => one?.documentType.toLowerCase() ?? []).toSorted()
    const partial = groups[0]?.[0]?.extent === 'partial' ? ' --partial' : ''
    return `--covers ${sections.join(',')} --for ${types.join(',')}${partial}`
  })
}

function lineOf({ section, documentType, until }: BureauCoverage, language: Language): string {
  const heading = sectionHeading(section)[language]
  return language === 'pt'
    ? `  ${heading} (${section}) de ${documentType}: último dia ${dateText(until)}`
    : `  ${heading} (${section}) of ${documentType}: last day ${until}`
}
