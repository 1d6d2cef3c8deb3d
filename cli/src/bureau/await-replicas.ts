import type { Store } from '@lastro/service/store/store.ts'
import { printError, say } from '../terminal.ts'

/** What was loaded is on every replica that is read from before the command says that it is done. */
export async function awaitReplicas({ replicas }: Pick<Store, 'replicas'>): Promise<void> {
  for (const name of (await replicas?.caughtUp()) ?? []) {
    printError(
      say({
        pt: `A réplica ${name} ainda não tem o que foi carregado, ou não responde. Até ter, nenhum serviço lê dela.`,
        en: `The replica ${name} does not have what was loaded yet, or does not answer. Until it has, no service reads from it.`,
      }),
    )
  }
}
