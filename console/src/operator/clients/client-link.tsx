import { printable } from '@lastro/reading/value-text.ts'
import { Link } from 'wouter'

type ClientLinkProps = {
  readonly id: string
  /** Only of a client that is there: what was recorded may outlive whoever asked for it. */
  readonly name: string | undefined
  /** The part of its pages to open. */
  readonly part?: '/consumo' | '/pessoas'
}

/** A client by its name, as a way to its pages; one that is not there has none to go to. */
export const ClientLink = ({ id, name, part }: ClientLinkProps) =>
  name === undefined ? (
    <span className="code">{printable(id)}</span>
  ) : (
    <Link href={`/operador/clientes/${encodeURIComponent(id)}${part ?? ''}`}>{printable(name)}</Link>
  )
