-- wrk script: sends one row of eight columns repeatedly.
wrk.method = "POST"
wrk.body = '{"instances": [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]]}'
wrk.headers["Content-Type"] = "application/json"
