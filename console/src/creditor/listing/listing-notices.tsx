import type { ListingNotice } from '@lastro/contract/listings/listings.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { Facts } from '../../parts/facts.tsx'
import { instantOf } from '../../parts/instant.ts'
import { useSay } from '../../shell/language.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'

const channels = { email: 'channelEmail', letter: 'channelLetter' } as const
const statuses = {
  queued: 'noticeQueued',
  sent: 'noticeSent',
  delivered: 'noticeDelivered',
  returned: 'noticeReturned',
  failed: 'noticeFailed',
  dropped: 'noticeDropped',
} as const

/** What the debtor was sent, and the proof that it arrived. */
export function ListingNotices({ notices }: { readonly notices: readonly ListingNotice[] }) {
  const say = useSay(creditorWords)
  return (
    <section className="panel">
      <h2>{say('notices')}</h2>
      {notices.length === 0 && <p className="muted">{say('noNotices')}</p>}
      {notices.map((notice) => (
        <div key={notice.id}>
          <Facts
            facts={[
              { label: say(channels[notice.channel]), value: say(statuses[notice.status]) },
              { label: say('sentOn'), value: notice.sentAt && instantOf(notice.sentAt) },
              { label: say('deliveredOn'), value: notice.settledOn && dateText(notice.settledOn) },
            ]}
          />
          {notice.text !== undefined && (
            <details>
              <summary>{say('noticeText')}</summary>
              <p className="prose">{notice.text}</p>
            </details>
          )}
        </div>
      ))}
    </section>
  )
}
