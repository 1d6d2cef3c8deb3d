import assert from 'node:assert/strict'
import { queueTopics } from '@lastro/contract/operator/queue-topics.ts'
import { test } from 'vitest'
import { isTechnical } from '../../voice/technical-words.ts'
import { jobName, topicName } from './topic-name.ts'

test('a piece of work is called by what it is about, and told apart by the rest of its id', () => {
  assert.equal(
    jobName('alert_email.confirm.ae186cd2.17948', 'pt'),
    'Endereço de alertas a confirmar ae186cd2.17948',
  )
  assert.equal(
    jobName('alert_email.tell_client.creditor.release_due.7.3.9', 'en'),
    'A message to the client by e-mail 7.3.9',
  )
  assert.equal(jobName('chores', 'pt'), 'chores', 'a newer release may have work that this one cannot name')
  for (const topic of Object.keys(queueTopics))
    for (const language of ['pt', 'en'] as const) {
      assert.ok(!isTechnical(topicName(topic, language)), topic)
      assert.ok(!jobName(`${topic}.1`, language).includes(topic), topic)
    }
})
