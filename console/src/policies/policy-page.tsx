import type { KeptPolicy } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { ActDialog } from '../parts/dialogs/act-dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Notice } from '../parts/notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { policyWords } from '../words/analyst/policies.ts'
import { PolicySentences } from './policy-sentences.tsx'
import { PolicyWarnings } from './policy-warnings.tsx'
import { policiesName } from './read-names.ts'

/** One policy, in sentences. */
export function PolicyPage() {
  const { name = '' } = useParams()
  const say = useSay(policyWords)
  const { policies } = useSession().lastro
  const { language } = useLanguage()
  const query = useQuery({ queryKey: [...policiesName, name], queryFn: () => policies.get(name) })
  const [isRetiring, setIsRetiring] = useState(false)
  const close = () => setIsRetiring(false)
  const isAlive = query.data !== undefined && query.data.retiredAt === undefined
  return (
    <Page
      title={say('title')}
      subject={query.data && printable(query.data.title[language])}
      acts={
        isAlive && (
          <>
            <button type="button" onClick={() => setIsRetiring(true)}>
              {say('retire')}
            </button>
            <Link href={`/politicas/${name}/mudar`} className="button main">
              {say('edit')}
            </Link>
          </>
        )
      }
    >
      <Answered query={query}>{(kept) => <Kept kept={kept} />}</Answered>
      {isRetiring && (
        <ActDialog
          title={say('retire')}
          text={say('retireText')}
          button={say('retire')}
          isDanger
          act={() => policies.retire(name)}
          changes={policiesName}
          onDone={close}
          onClose={close}
        />
      )}
    </Page>
  )
}

function Kept({ kept }: { readonly kept: KeptPolicy }) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const product = products.find(({ code }) => code === kept.product)
  return (
    <>
      {kept.retiredAt !== undefined && (
        <Notice>
          {say('retired')}: {instantOf(kept.retiredAt)}
        </Notice>
      )}
      <Facts
        facts={[
          { label: say('version'), value: String(kept.version) },
          { label: say('forWhom'), value: kept.documentTypes.join(', ') },
          { label: say('report'), value: product?.name[language] ?? kept.product },
          { label: say('name'), value: kept.name },
        ]}
      />
      <PolicyWarnings warnings={kept.warnings} />
      <PolicySentences policy={kept.policy as Policy} />
      <h2>{say('versions')}</h2>
      <DataTable
        caption={say('versions')}
        rows={kept.versions}
        rowKey={(row) => String(row.version)}
        columns={[
          { label: say('version'), isFixed: true, cell: (row) => row.version },
          { label: say('savedAt'), isFixed: true, cell: (row) => instantOf(row.createdAt) },
          { label: say('by'), cell: (row) => row.user?.name && printable(row.user.name) },
        ]}
      />
    </>
  )
}
