# SPDX-License-Identifier: Apache-2.0
"""Tests of laws.py, with NumPy alone: ``python test_laws.py``."""

import unittest

import numpy as np

import laws

DRAWS = 200_000
INPUTS = np.array([[0.7, 0.3], [-1.5, 2.0], [0.01, -1.0]])


def draws(law, row, random):
    if law == "bimodal":
        sign = np.where(random.random(DRAWS) < 0.5, 1, -1)
        return row[1] + sign * row[0] + 0.5 * random.standard_normal(DRAWS)
    return row[1] + random.gamma(2 + abs(row[0]), 0.5, DRAWS)


class LawsTest(unittest.TestCase):
    def test_closed_forms_are_the_score_of_many_draws(self):
        random = np.random.default_rng(1)
        for law, crps in laws.EXACT.items():
            for row in INPUTS:
                truth, first, second = draws(law, row, random)[0], draws(law, row, random), draws(law, row, random)
                expected = np.abs(first - truth).mean() - np.abs(first - second).mean() / 2
                found = crps(row[None], np.array([truth]))[0]
                self.assertAlmostEqual(found, expected, delta=0.01, msg=f"{law} {row}")

    def test_the_rows_have_the_published_score_of_linear_regression(self):
        published = {("bimodal", 1000, 10): 0.64150, ("bimodal", 4000, 5): 0.63171}
        for (law, rows, inputs), score in published.items():
            x, y = laws.table(law, rows, inputs, 42)
            scores = [laws.linear_crps(*laws.parts(x, y, split)).mean() for split in range(20)]
            self.assertAlmostEqual(np.mean(scores), score, delta=0.0003)

    def test_a_quarter_of_the_rows_is_for_the_test(self):
        x, y = np.arange(10.0)[:, None], np.arange(10.0)
        train, test = laws.parts(x, y, 0)
        self.assertEqual((len(train[1]), len(test[1])), (7, 3))
        self.assertEqual(sorted([*train[1], *test[1]]), list(y))


if __name__ == "__main__":
    unittest.main()
