import { describe, expect, test } from 'vitest'
import { explainChoice } from '../../mocks/platform/chat/choose-script.ts'
import { answerIn } from '../support/stream-reader.ts'
import { mountInProcess, shippedScenarios } from '../support/transports.ts'
import { signIn } from '../support/visitor.ts'

/** Prompts that web clients offer to a new user, in seven languages, and the content of a good answer. */
const prompts: readonly (readonly [script: string, has: RegExp, asked: readonly string[]])[] = [
  [
    'github-stars',
    /^\| 5 \|/m,
    [
      'Search for the top 5 GitHub repositories by stars and tell me which one leads',
      'Suche die 5 GitHub-Repositories mit den meisten Sternen',
      'Cherche les 5 dépôts GitHub avec le plus d’étoiles',
      'Busca los 5 repositorios de GitHub con más estrellas',
      '搜索 GitHub 上星标最多的 5 个仓库',
      'GitHubでスター数が多い上位5つのリポジトリを調べて',
      'GitHub에서 스타가 가장 많은 저장소 5개를 찾아 줘',
    ],
  ],
  [
    'sorting-wikipedia',
    /Merge sort \|.*log n/,
    [
      'Read Wikipedia about bubble sort, quick sort and merge sort and compare their complexity',
      'Vergleiche Bubblesort, Quicksort und Mergesort nach Wikipedia in einer Tabelle',
      'Compare le tri à bulles, le tri rapide et le tri fusion selon Wikipédia',
      'Compara el ordenamiento de burbuja, quicksort y mergesort según Wikipedia',
      '根据维基百科比较冒泡排序、快速排序和归并排序的复杂度',
      'バブルソート、クイックソート、マージソートの計算量を比較して',
      '버블 정렬, 퀵 정렬, 병합 정렬의 복잡도를 비교해 줘',
    ],
  ],
  [
    'monty-hall',
    /33\.\d+ %[^]*66\.\d+ %/,
    [
      'Run the Monty Hall problem 10000 times: stay or switch?',
      'Simuliere das Monty-Hall-Problem 10.000 Mal',
      'Simule le problème de Monty Hall 10 000 fois',
      'Simula el problema de Monty Hall 10.000 veces',
      '模拟蒙提霍尔问题一万次',
      'モンティ・ホール問題を1万回シミュレーションして',
      '몬티 홀 문제를 10,000번 시뮬레이션해 줘',
    ],
  ],
  [
    'fibonacci-ratio',
    /1\.6180339887[^]*832040/,
    [
      'Compute the first 30 Fibonacci numbers, their ratio to the golden ratio, and save fibonacci.csv',
      'Berechne 30 Fibonacci-Zahlen und ihr Verhältnis zum Goldenen Schnitt',
      'Calcule 30 nombres de Fibonacci et leur rapport au nombre d’or',
      'Calcula 30 números de Fibonacci y su relación con el número áureo',
      '计算前30个斐波那契数，并与黄金比例比较',
      '最初の30個のフィボナッチ数を計算し、黄金比と比べて',
      '피보나치 수 30개를 구하고 황금비와 비교해 줘',
    ],
  ],
  [
    'world-clock',
    /America\/New_York[^]*<!doctype html>/,
    [
      'Get the time in New York, London and Tokyo and draw an HTML clock with template_render',
      'Zeige die Uhrzeit in New York, London und Tokio als HTML-Uhr',
      'Affiche l’heure à New York, Londres et Tokyo dans une horloge HTML',
      'Muestra la hora en Nueva York, Londres y Tokio en un reloj HTML',
      '获取纽约、伦敦和东京的时间，生成HTML时钟',
      'ニューヨーク、ロンドン、東京の時刻をHTMLの時計にして',
      '뉴욕, 런던, 도쿄의 시각을 HTML 시계로 만들어 줘',
    ],
  ],
  [
    'dummy-posts',
    /39\.5[^]*tie/,
    [
      'Fetch the 100 posts of JSONPlaceholder, find the top 5 authors and the mean length of a title',
      'Lade die 100 Beiträge von JSONPlaceholder: Top 5 der Autoren und mittlere Länge der Titel',
      'Récupère les 100 articles de JSONPlaceholder : 5 meilleurs auteurs et longueur moyenne d’un titre',
      'Obtén las 100 entradas de JSONPlaceholder: 5 autores principales y longitud media del título',
      '获取 JSONPlaceholder 的100篇帖子，统计前5名作者和标题平均长度',
      'JSONPlaceholderの100件の投稿から上位5人の著者とタイトルの平均の長さを調べて',
      'JSONPlaceholder의 게시물 100개에서 상위 저자 5명과 제목의 평균 길이를 구해 줘',
    ],
  ],
]

const mounted = mountInProcess({ scenarios: shippedScenarios })
const visitor = await signIn(mounted)

describe('the prompts that a web client offers first', () => {
  test.each(prompts.flatMap(([script, has, asked]) => asked.map((q) => [q, script, has] as const)))(
    'the prompt “%s” gets the answer of the script %s on every endpoint',
    async (q, script, has) => {
      const answers: string[] = []
      for (const mode of ['react', 'dag', 'auto']) {
        const events = await visitor.stream(`POST /api/${mode}`, { body: { q } })
        expect(events.map(({ data }) => JSON.stringify(data)).join('\n')).toContain('"tool')
        answers.push(answerIn(events))
      }
      for (const answer of answers) expect(answer).toMatch(has)
      const played = explainChoice(shippedScenarios, { mode: 'react', query: q })
      expect(played.find(({ chosen }) => chosen)?.name).toBe(script)
    },
  )
})
