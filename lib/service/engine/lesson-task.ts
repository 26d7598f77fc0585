import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { ApprovedFields } from '#lib/extraction/memory/lesson.ts';

/** What the extraction child is given to learn from an approved document. */
export type LessonTask = { kind: 'lesson'; schema: Schema; reading: Reading; approved: ApprovedFields };

/** What it gives back: the lesson, and what documents of this layout are known by. */
export type Learned = { lesson: Lesson; sketch: Uint32Array };

/** The same, as it crosses between the processes. */
export type SentLesson = { lesson: Lesson; sketch: number[] };
