#!/usr/bin/env bash
# Writes nginx's configuration. Its paths are relative to the directory nginx gets as prefix.
set -eu
: "${directory:?}" "${address:?}" "${port:?}"

# - An upstream needs a server at all times, so there is one that is always down.
# - Requests and answers stay in memory: the workers, which run as another user when nginx is
#   started by root, need no access to this directory.
# - /worker names the process that answers: see how an application is connected.
cat >"$directory/nginx.conf" <<END
pid nginx.pid;
worker_processes 1;
worker_shutdown_timeout 5s;
events {}
http {
  access_log access.log;
  client_body_temp_path temp/body;
  proxy_temp_path temp/proxy;
  fastcgi_temp_path temp/fastcgi;
  uwsgi_temp_path temp/uwsgi;
  scgi_temp_path temp/scgi;
  client_max_body_size 16k;
  client_body_buffer_size 16k;
  proxy_max_temp_file_size 0;

  upstream applications {
    server $address:$port down;
    include applications/*.conf;
  }
  server {
    listen $address:$port;
    location / {
      proxy_pass http://applications;
      error_page 502 504 =503 @none;
    }
    location = /worker {
      default_type text/plain;
      return 200 \$pid;
    }
    location @none {
      default_type text/plain;
      return 503 "No application is connected.\n";
    }
  }
}
END
