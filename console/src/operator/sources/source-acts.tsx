import type { DeclaredSource } from '@lastro/contract/operator/declared-sources.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'
import { useOperator } from '../operations.ts'
import { sourcesName } from '../operator-names.ts'
import { SetCredentials } from './set-credentials.tsx'
import { TestSource } from './test-source.tsx'

type Act = 'test' | 'credentials' | 'enable' | 'disable' | 'remove'

/** What may be done with a declared source. */
export function SourceActs({ source }: { readonly source: DeclaredSource }) {
  const say = useSay(sourceWords)
  const operator = useOperator()
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const acts: readonly Act[] = ['test', 'credentials', source.enabled ? 'disable' : 'enable', 'remove']
  const { id, name } = source
  const doing = {
    enable: { text: say('enableText', { name }), act: () => operator.onSource(id, 'ativar') },
    disable: { text: say('disableText', { name }), act: () => operator.onSource(id, 'desativar') },
    remove: { text: say('removeText', { name }), act: () => operator.removeSource(id) },
  }
  return (
    <>
      {acts.map((one) => (
        <button key={one} type="button" className="plain" onClick={() => setAct(one)}>
          {say(one)}
          <span className="unseen"> {name}</span>
        </button>
      ))}
      {act === 'test' && <TestSource source={source} onClose={close} />}
      {act === 'credentials' && <SetCredentials source={source} onClose={close} />}
      {act !== undefined && act !== 'test' && act !== 'credentials' && (
        <ActDialog
          title={say(act)}
          button={say(act)}
          isDanger={act === 'remove'}
          changes={sourcesName}
          onDone={close}
          onClose={close}
          {...doing[act]}
        />
      )}
    </>
  )
}
