import type { Occurrence } from '@lastro/contract/alerts/alerts.ts'
import { dateText, documentText, printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { instantOf } from '../../parts/instant.ts'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { eventName } from '../../voice/event-name.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { deliveriesName } from '../alert-names.ts'
import { Deliveries } from './deliveries.tsx'
import { WhatChanged } from './what-changed.tsx'

/** One occurrence: what changed, and what became of telling it. */
export function OccurrencePage() {
  const { id = '' } = useParams()
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const occurrence = useQuery({
    queryKey: ['occurrence', id, language],
    queryFn: () => lastro.alerts.occurrences.get(id),
  })
  return (
    <Page
      title={say('occurrenceTitle')}
      subject={occurrence.data && eventName(occurrence.data.event, language)}
      acts={<SendAgain id={id} />}
    >
      <Answered query={occurrence}>
        {(data) => (
          <>
            <Summary occurrence={data} />
            <WhatChanged data={data.data} />
          </>
        )}
      </Answered>
      <Deliveries id={id} />
    </Page>
  )
}

function Summary({ occurrence }: { readonly occurrence: Occurrence }) {
  const say = useSay(alertWords)
  const { documento, label, createdAt, sequence, data } = occurrence
  return (
    <section className="panel">
      <Facts
        facts={[
          { label: say('document'), value: documentText(documento) },
          { label: say('label'), value: label && printable(label) },
          { label: say('at'), value: instantOf(createdAt) },
          { label: say('takesEffect'), value: data.on && dateText(data.on) },
          { label: say('sequence'), value: String(sequence) },
        ]}
      />
    </section>
  )
}

function SendAgain({ id }: { readonly id: string }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [isAsking, setIsAsking] = useState(false)
  const [isDone, setIsDone] = useState(false)
  return (
    <>
      {isDone && <Notice tone="good">{say('sentAgain')}</Notice>}
      <button type="button" className="main" onClick={() => setIsAsking(true)}>
        {say('sendAgain')}
      </button>
      {isAsking && (
        <ActDialog
          title={say('sendAgain')}
          text={say('sendAgainText')}
          button={say('sendAgain')}
          act={() => lastro.alerts.occurrences.sendAgain(id)}
          changes={deliveriesName}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            setIsDone(true)
          }}
        />
      )}
    </>
  )
}
