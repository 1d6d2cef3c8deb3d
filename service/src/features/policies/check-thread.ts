import { parentPort } from 'node:worker_threads'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'

/** Checks each policy that it is sent, and says what it found. */
parentPort?.on('message', (sent: unknown) => parentPort?.postMessage(checkPolicy(sent)))
