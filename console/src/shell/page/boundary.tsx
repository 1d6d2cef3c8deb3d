import { Component, type ReactNode } from 'react'
import { shellWords } from '../../words/shell/shell.ts'
import { useSay } from '../language.tsx'
import { Page } from './page.tsx'

type BoundaryProps = {
  /** The page's address: whoever goes to another leaves the failure behind. */
  readonly at: string
  readonly children: ReactNode
}

/** A page that fails leaves the frame standing, and says so. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ at }: BoundaryProps) {
    if (this.state.hasFailed && at !== this.props.at) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children
  }
}

function BrokenPage() {
  const say = useSay(shellWords)
  return (
    <Page title={say('brokenTitle')} lede={say('broken')}>
      <button type="button" onClick={() => location.reload()}>
        {say('reload')}
      </button>
    </Page>
  )
}
