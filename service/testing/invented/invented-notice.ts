import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { Notice, NoticeFacts } from '@lastro/rules/listings/notices/notice.ts'
import { composeNotice } from '../../src/features/notices/compose-notice.ts'
import { loadNoticeTemplate } from '../../src/features/notices/notice-template.ts'

/** A debtor's notice as it is on an ordinary day; a test changes what it is about. */
export const noticeFacts = (changes: Partial<NoticeFacts> = {}): NoticeFacts => ({
  id: 'N-1001',
  recipient: {
    name: 'MARIA DAS DORES DA CONCEIÇÃO',
    document: withCheckDigits('123456789'),
    address: {
      addressLine: 'RUA DAS LARANJEIRAS',
      number: '120',
      complement: 'APTO 31',
      district: 'LARANJEIRAS',
      city: 'RIO DE JANEIRO',
      state: 'RJ',
      zipCode: '22240003',
    },
    email: 'maria@recebe.example',
  },
  role: { kind: 'principal' },
  creditor: { name: 'LOJAS AURORA LTDA', document: withCheckDigits('12ABC34501DE') },
  debt: {
    contractId: 'CT-2025/0098',
    legalNature: 'CREDIARIO',
    amountCents: 152_033n,
    dueDate: '2026-01-10' as Day,
  },
  writtenOn: '2026-03-02' as Day,
  waitingDays: 10,
  deadline: '2026-03-12' as Day,
  howToContest: 'contestacao@biro.example ou 0800 000 0000, de segunda a sexta',
  ...changes,
})

export const inventedNotice = (changes: Partial<NoticeFacts> = {}): Notice =>
  composeNotice(loadNoticeTemplate(undefined), noticeFacts(changes))
