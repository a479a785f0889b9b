/// Jobs in the order of their queuing, and whether somebody is working on them. Every operation takes constant time,
/// spread over several.
struct JobQueue {
    private var jobs: [WriteJob?] = []
    private var taken = 0
    private var isWorkedOn = false

    /// Adds a job; true when work has to begin.
    mutating func append(_ job: WriteJob) -> Bool {
        jobs.append(job)
        defer { isWorkedOn = true }
        return !isWorkedOn
    }

    /// The first job; nil when there is none, and then work is over.
    mutating func first() -> WriteJob? {
        if taken < jobs.count { return jobs[taken] }
        isWorkedOn = false
        return nil
    }

    /// Takes the first job if a condition holds for it.
    mutating func takeFirst(where condition: (WriteJob) -> Bool) -> WriteJob? {
        guard taken < jobs.count, let job = jobs[taken], condition(job) else { return nil }
        jobs[taken] = nil
        taken += 1
        if taken > 64 && taken * 2 > jobs.count {
            jobs.removeFirst(taken)
            taken = 0
        }
        return job
    }
}
